/**
 * The one thing that the server's bare V8 lacks: the router reads `URL` while it loads and when it
 * encodes a link. Nothing more may be added here; see the server bundle's rules in ARCHITECTURE.md.
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
