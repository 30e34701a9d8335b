/**
 * `URL` for the server's bare V8: the router reads it when it loads and when it encodes a link. It is
 * the only global that the server bundle may need; server/src/render/README.md says why.
 */
if (typeof globalThis.URL === "undefined") {
  class PathUrl {
    readonly href: string;
    readonly pathname: string;
    readonly search: string;
    readonly hash: string;
    readonly origin = "http://localhost";

    constructor(address: string) {
      const [, path = "", search = "", hash = ""] =
        /^(?:[a-z]+:\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(address) ?? [];
      this.href = address;
      this.pathname = path;
      this.search = search;
      this.hash = hash;
    }

    toString(): string {
      return this.href;
    }
  }
  Object.assign(globalThis, { URL: PathUrl });
}

export {};
