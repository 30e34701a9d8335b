/** The page after a purchase or the purchase of a gift. */
import { NeedHelp } from "#components/layout/need-help.tsx";
import { sendTitle } from "#features/gift/message.ts";
import { ShareCard } from "#features/gift/share-card.tsx";
import { DesktopInstall, InstallNow } from "#features/install/install-now.tsx";
import { DownloadPanel } from "#features/purchase/download-panel.tsx";
import { usePageData, useSite } from "./page-data.tsx";

/** Shows what the server confirmed. */
export function DownloadSuccessPage() {
  const data = usePageData("download-success");
  const site = useSite();
  return (
    <DownloadPanel
      data={data}
      renderShare={(link, recipientEmail) => (
        <ShareCard link={link} lead={sendTitle(recipientEmail)} demoPin={site.demoPin} />
      )}
      install={
        <>
          <InstallNow displayName={site.displayName} isAlone={false} />
          <DesktopInstall displayName={site.displayName} />
        </>
      }
      help={<NeedHelp email={site.supportEmail} phone={site.supportPhone} />}
    />
  );
}
