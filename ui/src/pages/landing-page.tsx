/** The landing page: what the product is, what it costs and where help is right now. */
import { productName } from "#content/product.ts";

/** Arranges the landing page's sections. */
export function LandingPage() {
  return (
    <main id="main">
      <h1>{productName}</h1>
    </main>
  );
}
