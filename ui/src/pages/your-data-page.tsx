/** The page where people see and delete what the server keeps about their address. */

import { HeldData } from "#features/your-data/held-data.tsx";
import { AskPanel, DeletedPanel, GonePanel, SentPanel } from "#features/your-data/link-panels.tsx";
import { usePageData } from "./page-data.tsx";

/** The browser posts every form by itself, so that the page is the same without script. */
export function YourDataPage() {
  const data = usePageData("your-data");
  if (data === null) return <AskPanel email="" error={null} />;
  switch (data.name) {
    case "form":
      return <AskPanel email={data.email} error={data.error} />;
    case "sent":
      return <SentPanel />;
    case "held":
      return <HeldData token={data.token} orders={data.orders} />;
    case "erased":
      return <DeletedPanel />;
    case "gone":
      return <GonePanel />;
  }
}
