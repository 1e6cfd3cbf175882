/** Requests about the person that this browser is registered as: the name, the emblem, and a second device. */

import type { Guest, RenameRequest, TransferToken } from "../../wire/types.ts";
import { isString, stored, TEXT_CODEC } from "../storage/stored.ts";
import { get, send } from "./http.ts";
import { RequestRefused } from "./errors.ts";

/** Returns the guest that this browser is registered as; null if the server does not know this browser. */
export async function whoAmI(): Promise<Guest | null> {
  try {
    return await get<Guest>("/api/me");
  } catch (error) {
    if (error instanceof RequestRefused && error.status === 401) return null;
    throw error;
  }
}

/**
 * Registers the user as a guest, or changes the guest's name and emblem. Without a name, the server chooses one; without
 * an emblem, the guest keeps the present one.
 */
export async function setIdentity(wanted: RenameRequest): Promise<Guest> {
  const guest = await send<Guest>("PUT", "/api/me", wanted);
  noteGuest();
  return guest;
}

/** Notes that this browser has a guest's cookie. */
export function noteGuest(): void {
  MET.set("yes");
}

/** The text "yes" is stored here once the user is registered as a guest. */
const MET = stored("uka.met", isString, TEXT_CODEC);

/** Whether this browser might have a guest's cookie. Without one, `whoAmI` would only add a 401 error to the logs. */
const mayBeGuest = (): boolean => Boolean(MET.get()) || !MET.available();

/**
 * Returns the guest that this browser is registered as. If this browser never registered a guest, returns null without
 * a request to the server.
 */
export const knownGuest = async (): Promise<Guest | null> => (mayBeGuest() ? whoAmI() : null);

let knowing: Promise<Guest> | undefined;

/**
 * Returns the guest as whom the user is registered. If necessary, first registers the user, or tells the server the name
 * and the emblem of `wanted`. Concurrent callers share one request.
 */
export function ensureGuest(wanted: RenameRequest = {}): Promise<Guest> {
  knowing ??= knownGuest()
    .then((guest) => (guest && isNamed(guest, wanted) ? guest : setIdentity({ ...nameOf(guest), ...wanted })))
    .finally(() => (knowing = undefined));
  return knowing;
}

const isNamed = (guest: Guest, { name, avatar }: RenameRequest): boolean =>
  (!name || guest.name === name) && (!avatar || guest.avatar === avatar);

const nameOf = (guest: Guest | null): RenameRequest => (guest ? { name: guest.name } : {});

/**
 * Returns a token with which a second device can be registered as the same person. If necessary, registers the user
 * first.
 */
export async function openTransfer(wanted?: RenameRequest): Promise<TransferToken> {
  await ensureGuest(wanted);
  return get("/api/me/transfer");
}

/** Returns the person for whom a token was made. The token can still be used afterwards. */
export const lookAtTransfer = (token: string): Promise<Guest> => send("POST", "/api/me/claim", { token, look: true });

/** Registers this browser as the person for whom a token was made. The token can be used only once. */
export async function claimTransfer(token: string): Promise<Guest> {
  const guest = await send<Guest>("POST", "/api/me/claim", { token });
  noteGuest();
  return guest;
}
