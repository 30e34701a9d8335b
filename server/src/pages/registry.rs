//! Every page: its name, its path, its headers, and when it is served without a render.
//!
//! A page that is the same for everybody is one line in [`PAGES`]. A page with data is a constant of its own, because the route that
//! renders it names it. `ui/src/pages/registry.ts` has the same pages; a page that the UI build lacks answers 404.

use std::marker::PhantomData;

use super::data::{
    CheckoutData, ConfirmData, DownloadData, GiftData, OwnData, RedeemData, SubscribeData,
    SuccessData, VerifyData, WatchData,
};
use crate::content::headers::Profile;
use crate::content::headers::Profile::{App, Document, Payment};
use crate::render::Target;

/// All pages, in the order of the sitemap.
pub const PAGES: &[Page] = &[
    Page::new("landing", "/", Document).served(Served::WithoutApp),
    Page::new("emergency", "/", App).served(Served::WithApp),
    Page::new("home", "/home", App),
    Page::new("lockdown", "/lockdown", App),
    Page::new("heart-monitor", "/app", App),
    Page::new("settings", "/settings", App),
    Page::new("voice", "/voice", App),
    Page::new("setup", "/setup", App),
    Page::new("post-download", "/post-download", App),
    CHECKOUT.any(),
    SUBSCRIBE.any(),
    GIFT.any(),
    GIFT_REDEEM.any(),
    PAYMENT_SUCCESS.any(),
    PAYPAL_SUCCESS.any(),
    DOWNLOAD_SUCCESS.any(),
    VERIFY.any(),
    REDOWNLOAD.any(),
    REDOWNLOAD_CONFIRM.any(),
    YOUR_DATA.any(),
    WATCH.any(),
    Page::new("questions", "/questions", Document),
    Page::new("terms", "/terms", Document),
    Page::new("privacy", "/privacy", Document),
    Page::new("support", "/support", Document),
    PAYMENT_WAITING,
    NOT_FOUND,
];

pub const CHECKOUT: Page<CheckoutData> = Page::new("checkout", "/checkout", Payment).spliced();
/// Its form redirects to the payment provider, which only the policy of payment pages allows.
pub const SUBSCRIBE: Page<SubscribeData> = Page::new("subscribe", "/subscribe", Payment).spliced();
pub const GIFT: Page<GiftData> = Page::new("gift", "/gift", Payment).spliced();
pub const GIFT_REDEEM: Page<RedeemData> = Page::new("gift-redeem", "/gift/{code}", Document)
    .served(Served::OnRequest)
    .spliced();
pub const PAYMENT_SUCCESS: Page<SuccessData> =
    Page::new("payment-success", "/payment-success", Document)
        .served(Served::OnRequest)
        .spliced();
pub const PAYPAL_SUCCESS: Page<SuccessData> =
    Page::new("paypal-success", "/paypal-success", Document)
        .served(Served::OnRequest)
        .spliced();
pub const DOWNLOAD_SUCCESS: Page<DownloadData> =
    Page::new("download-success", "/download-success", Document)
        .served(Served::OnRequest)
        .spliced();
pub const VERIFY: Page<VerifyData> = Page::new("verify", "/verify", Document);
/// A one-time link ends at this page with the parameter `confirmed`; then its route shows what the device received.
pub const REDOWNLOAD: Page<VerifyData> =
    Page::new("redownload", "/redownload", Document).served(Served::Unless("confirmed"));
pub const REDOWNLOAD_CONFIRM: Page<ConfirmData> =
    Page::new("redownload-confirm", "/redownload/confirm", Document)
        .served(Served::OnRequest)
        .spliced();
/// The link of a mail ends at this page with its token; then its route shows what is kept about the address.
pub const YOUR_DATA: Page<OwnData> =
    Page::new("your-data", "/your-data", Document).served(Served::Unless("token"));
/// The page of a person whom somebody trusts. Its data is the same for everybody, so that it is rendered once.
pub const WATCH: Page<WatchData> = Page::new("watch", "/watch", Document);
/// The page in place of one to which a payment returns, while the payment cannot be looked up.
pub const PAYMENT_WAITING: Page = Page::new("payment-waiting", "/payment-waiting", Document);
/// The page for every unknown path. Its own path is not that of the request, because the response is the same for all of them.
pub const NOT_FOUND: Page =
    Page::new("not-found", "/not-found", Document).served(Served::ForUnknownPaths);

/// One page. `D` is the type of its page data.
#[derive(Debug)]
pub struct Page<D = NoData> {
    /// The page's name in the UI build.
    pub name: &'static str,
    /// The path that answers with it; in the router's notation, where it has parameters.
    pub path: &'static str,
    /// Which headers it carries.
    pub profile: Profile,
    /// When it is served from the page table.
    pub served: Served,
    /// Whether the page does nothing with the texts of its data but show them, so that it is rendered once for each shape and then filled
    /// like a template (`render/splice.rs`).
    pub is_spliced: bool,
    data: PhantomData<fn(&D)>,
}

/// When a page is served from the page table, without a render.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Served {
    /// Always.
    Always,
    /// To browsers without the cookie `view=app`.
    WithoutApp,
    /// To browsers with the cookie `view=app`, which the client sets on a device that has the app.
    WithApp,
    /// Unless the query has this parameter: then the page's route renders it with data.
    Unless(&'static str),
    /// For paths that the router does not have.
    ForUnknownPaths,
    /// Never: it has data on every request.
    OnRequest,
}

/// The data of a page that is the same for everybody.
#[derive(Debug, Clone, Copy, serde::Serialize)]
pub enum NoData {}

/// The pages that the page table answers by itself, so that they need no route.
pub fn without_route() -> impl Iterator<Item = &'static Page> {
    let has_no_route = |page: &&Page| matches!(page.served, Served::Always | Served::WithoutApp);
    PAGES.iter().filter(has_no_route)
}

impl<D> Page<D> {
    const fn new(name: &'static str, path: &'static str, profile: Profile) -> Self {
        Self {
            name,
            path,
            profile,
            served: Served::Always,
            is_spliced: false,
            data: PhantomData,
        }
    }

    const fn served(mut self, served: Served) -> Self {
        self.served = served;
        self
    }

    const fn spliced(mut self) -> Self {
        self.is_spliced = true;
        self
    }

    /// The same page without its type of data, for the list of all pages.
    const fn any(self) -> Page {
        Page {
            name: self.name,
            path: self.path,
            profile: self.profile,
            served: self.served,
            is_spliced: self.is_spliced,
            data: PhantomData,
        }
    }

    /// What the page engine needs to know; `path` is the one that the page's router sees.
    pub(super) fn at<'a>(&self, path: &'a str) -> Target<'a> {
        Target {
            name: self.name,
            path,
            profile: self.profile,
            varies_by_cookie: matches!(self.served, Served::WithApp | Served::WithoutApp),
            spliced: self.is_spliced.then_some(self.path),
        }
    }
}
