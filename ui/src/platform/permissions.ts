/** What the browser allows the app, as it says itself. */

/** A permission that the set-up looks at. */
export type PermissionKind = "geolocation" | "microphone";

/** `unknown` where the browser does not tell. */
export type Permission = PermissionState | "unknown";

const statusOf = (kind: PermissionKind) =>
  navigator.permissions.query({ name: kind as PermissionName });

/** The permission now. */
export async function permissionOf(kind: PermissionKind): Promise<Permission> {
  try {
    return (await statusOf(kind)).state;
  } catch {
    return "unknown";
  }
}

/** Calls back when a permission changes, wherever the person changes it; returns how to stop. */
export function onPermissions(kinds: readonly PermissionKind[], listener: () => void): () => void {
  const stopping = new AbortController();
  const follow = async (kind: PermissionKind) => {
    const status = await statusOf(kind);
    status.addEventListener("change", listener, { signal: stopping.signal });
  };
  // A browser that does not tell has no news either.
  for (const kind of kinds) follow(kind).catch(() => undefined);
  return () => stopping.abort();
}
