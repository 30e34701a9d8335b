/** The page of a gift link. */
import { useParams } from "react-router";
import { RedeemPanel } from "#features/gift/redeem-panel.tsx";
import { usePageData } from "./page-data.tsx";

/** Works without script; without data from the server the browser looks the link up. */
export function GiftRedeemPage() {
  const { code: linkCode = "" } = useParams();
  const first = usePageData("gift-redeem") ?? { name: "loading" };
  return <RedeemPanel linkCode={linkCode} first={first} />;
}
