//! The server of the product.
