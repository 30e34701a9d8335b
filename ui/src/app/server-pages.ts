/** The component of each page for the server, which renders without lazy chunks. */
import type { ComponentType } from "react";
import { CheckoutPage } from "#pages/checkout-page.tsx";
import { DownloadSuccessPage } from "#pages/download-success-page.tsx";
import { EmergencyPage } from "#pages/emergency-page.tsx";
import { GiftPage } from "#pages/gift-page.tsx";
import { GiftRedeemPage } from "#pages/gift-redeem-page.tsx";
import { HeartMonitorPage } from "#pages/heart-monitor-page.tsx";
import { HomePage } from "#pages/home-page.tsx";
import { LandingPage } from "#pages/landing-page.tsx";
import { LockdownPage } from "#pages/lockdown-page.tsx";
import { NotFoundPage } from "#pages/not-found-page.tsx";
import { PaymentSuccessPage } from "#pages/payment-success-page.tsx";
import { PaypalSuccessPage } from "#pages/paypal-success-page.tsx";
import { PostDownloadPage } from "#pages/post-download-page.tsx";
import { RedownloadConfirmPage } from "#pages/redownload-confirm-page.tsx";
import { RedownloadPage } from "#pages/redownload-page.tsx";
import { SettingsPage } from "#pages/settings-page.tsx";
import { SubscribePage } from "#pages/subscribe-page.tsx";
import { VerifyPage } from "#pages/verify-page.tsx";
import { VoicePage } from "#pages/voice-page.tsx";
import type { Frame } from "./app.tsx";
import { AppFrame } from "./app-frame.tsx";
import type { PageFacts, PageName } from "./pages.ts";
import { PublicFrame } from "./public-frame.tsx";

/** Page name -> component. The client has an entry per page instead, made by the build. */
export const serverPages: Record<PageName, ComponentType> = {
  landing: LandingPage,
  checkout: CheckoutPage,
  subscribe: SubscribePage,
  "payment-success": PaymentSuccessPage,
  "paypal-success": PaypalSuccessPage,
  "download-success": DownloadSuccessPage,
  verify: VerifyPage,
  redownload: RedownloadPage,
  "redownload-confirm": RedownloadConfirmPage,
  gift: GiftPage,
  "gift-redeem": GiftRedeemPage,
  emergency: EmergencyPage,
  home: HomePage,
  lockdown: LockdownPage,
  "heart-monitor": HeartMonitorPage,
  settings: SettingsPage,
  voice: VoicePage,
  "post-download": PostDownloadPage,
  "not-found": NotFoundPage,
};

/** Frame name -> component. */
export const serverFrames: Record<PageFacts["frame"], Frame> = {
  public: PublicFrame,
  app: AppFrame,
};
