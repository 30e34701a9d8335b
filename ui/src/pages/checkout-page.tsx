/** The checkout page. */

/** Shows the order. */
export function CheckoutPage() {
  return (
    <main id="main">
      <h1>Complete Your Purchase</h1>
    </main>
  );
}
