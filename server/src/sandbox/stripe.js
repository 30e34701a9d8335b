/**
 * Replaces Stripe's script while payments are simulated: `Stripe(key).elements()`, a card form in place of the
 * Payment Element, and `confirmPayment` with success, decline and 3-D Secure. Nothing that is typed leaves this site.
 * Test numbers: 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks for a 3-D Secure check.
 */
(() => {
  const base = new URL(".", document.currentScript.src);

  function listeners() {
    const all = new Map();
    return {
      on(event, handler) { all.set(event, [...(all.get(event) ?? []), handler]); return this; },
      once(event, handler) { const one = (value) => { this.off(event, one); handler(value); }; return this.on(event, one); },
      off(event, handler) { all.set(event, (all.get(event) ?? []).filter((known) => handler && known !== handler)); return this; },
      emit(event, value) { for (const handler of all.get(event) ?? []) handler(value); },
    };
  }

  function field(name, label, value, autocomplete) {
    const row = document.createElement("label");
    row.textContent = label;
    row.style.cssText = "display:block;margin:0 0 12px;font-size:14px";
    const input = document.createElement("input");
    Object.assign(input, { name, value, autocomplete, inputMode: "numeric", type: "text" });
    input.style.cssText = "display:block;box-sizing:border-box;width:100%;margin-top:4px;padding:10px;font-size:16px;border:1px solid #6b7280;border-radius:6px;background:#1f2937;color:#f9fafb";
    row.append(input);
    return row;
  }

  function cardForm() {
    const form = document.createElement("fieldset");
    form.style.cssText = "border:1px dashed #a78bfa;border-radius:8px;padding:16px;margin:0";
    const legend = document.createElement("legend");
    legend.textContent = "Test payment - no money moves";
    legend.style.fontSize = "14px";
    form.append(
      legend,
      field("number", "Card number", "4242 4242 4242 4242", "cc-number"),
      field("expiry", "Expiration date", "12 / 34", "cc-exp"),
      field("cvc", "Security code", "123", "cc-csc"),
    );
    return form;
  }

  function paymentElement(type) {
    const form = cardForm();
    const element = Object.assign(listeners(), {
      _form: form,
      _elementType: type,
      mount(target) {
        const place = typeof target === "string" ? document.querySelector(target) : target;
        place.append(form);
        form.addEventListener("input", changed);
        setTimeout(() => { element.emit("ready", { elementType: type }); changed(); }, 0);
      },
      update() {},
      focus() { form.querySelector("input")?.focus(); },
      blur() { form.querySelector(":focus")?.blur(); },
      clear() { for (const input of form.querySelectorAll("input")) input.value = ""; },
      collapse() {},
      unmount() { form.removeEventListener("input", changed); form.remove(); },
      destroy() { element.unmount(); },
    });
    function changed() {
      const complete = [...form.querySelectorAll("input")].every((input) => input.value.trim() !== "");
      element.emit("change", { elementType: type, empty: false, complete, collapsed: false, value: { type: "card" } });
    }
    return element;
  }

  function elements(options = {}) {
    const made = new Map();
    return Object.assign(listeners(), {
      _clientSecret: options.clientSecret,
      _card: () => made.get("payment") ?? made.get("card"),
      create(type) { const element = paymentElement(type); made.set(type, element); return element; },
      getElement(type) { return made.get(typeof type === "string" ? type : "payment") ?? null; },
      update() {},
      fetchUpdates: async () => ({}),
      submit: async () => ({ selectedPaymentMethod: "card" }),
    });
  }

  const idOf = (clientSecret) => clientSecret.split("_secret_")[0];

  async function ask(path, key, fields) {
    const body = new URLSearchParams({ key, ...fields });
    const url = new URL(`v1/payment_intents/${path}`, base);
    const response = fields ? await fetch(url, { method: "POST", body }) : await fetch(`${url}?${new URLSearchParams(key)}`);
    const answer = await response.json();
    return answer.error ? { error: answer.error } : { paymentIntent: answer };
  }

  function withResult(returnUrl, intent) {
    const url = new URL(returnUrl, document.baseURI);
    url.searchParams.set("payment_intent", intent.id);
    url.searchParams.set("payment_intent_client_secret", intent.client_secret);
    url.searchParams.set("redirect_status", intent.status === "succeeded" ? "succeeded" : "pending");
    return url.href;
  }

  const never = () => new Promise(() => {});

  function stripe(key) {
    async function confirmPayment({ elements: group, clientSecret, confirmParams = {}, redirect }) {
      const secret = clientSecret ?? group._clientSecret;
      const number = group?._card()?._form.querySelector("[name=number]")?.value ?? "";
      let result;
      try {
        result = await ask(`${idOf(secret)}/confirm`, key, {
          client_secret: secret,
          "payment_method_data[type]": "card",
          "payment_method_data[card][number]": number,
          return_url: confirmParams.return_url ?? location.href,
        });
      } catch {
        return { error: { type: "api_connection_error", message: "We are experiencing issues connecting to our payments provider. Please check your internet connection and try again." } };
      }
      if (result.error) return result;
      const intent = result.paymentIntent;
      if (intent.status === "requires_action") {
        location.assign(intent.next_action.redirect_to_url.url);
        return never();
      }
      if (redirect === "if_required") return result;
      location.assign(withResult(confirmParams.return_url, intent));
      return never();
    }
    return {
      version: "endive",
      _apiKey: key,
      elements,
      confirmPayment,
      retrievePaymentIntent: (secret) => ask(idOf(secret), { client_secret: secret }),
      confirmCardPayment: (clientSecret, data) => confirmPayment({ clientSecret, redirect: "if_required", ...data }),
      createToken: async () => ({ error: { type: "invalid_request_error", message: "Tokens are not emulated." } }),
      createPaymentMethod: async () => ({ error: { type: "invalid_request_error", message: "Payment methods are not emulated." } }),
      registerAppInfo() {},
      _registerWrapper() {},
    };
  }
  stripe.version = "endive";
  window.Stripe = stripe;
})();
