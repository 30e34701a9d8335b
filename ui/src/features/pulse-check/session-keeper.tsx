/** Keeps the server informed of a session, beside every app page. */
import { useEffect } from "react";
import { pageSessions } from "./sessions.ts";

/** Renders nothing. */
export function SessionKeeper() {
  useEffect(() => pageSessions().start(), []);
  return null;
}
