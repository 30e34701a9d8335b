/** Claims about the set-up's requests for the location. */
import { renderHook } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { askPosition } from "#platform/sensors/geolocation.ts";
import { usePlaceRequest } from "./use-permission-requests.ts";

const give = (value: unknown) =>
  Object.defineProperty(navigator, "geolocation", { configurable: true, value });

afterEach(() => give(undefined));

test("an answer that comes while the screen is drawn counts, and the permission is looked at again", () => {
  const refuse = (_: PositionCallback, failed: PositionErrorCallback) =>
    failed({ code: 1 } as GeolocationPositionError);
  give({ getCurrentPosition: refuse });
  const ask = vi.fn();
  const { result } = renderHook(() => {
    // Before effects of the same rendering, in which the hook begins to listen.
    useLayoutEffect(askPosition, []);
    return usePlaceRequest(ask);
  });
  expect(result.current.isDenied).toBe(true);
  expect(ask).toHaveBeenCalled();
});
