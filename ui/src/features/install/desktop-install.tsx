/** The install button of public pages. */
import { InstallButton } from "./install-button.tsx";
import { PublicInstall } from "./install-now.tsx";

/** `displayName` is the disguised name of the app on the home screen. */
export function DesktopInstall({ displayName }: { readonly displayName: string }) {
  return (
    <>
      <InstallButton />
      <PublicInstall displayName={displayName} />
    </>
  );
}
