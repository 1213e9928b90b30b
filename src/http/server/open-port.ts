/** Opens the port of an address, or says in one line which setting is in the way. */
import type { PortPlace } from "../../settings/port-places.ts";

/** Has `listen` open the port; throws an Error that names the setting where the port cannot be had. */
export async function openPort<Opened>(place: PortPlace, listen: () => Promise<Opened>): Promise<Opened> {
  try {
    return await listen();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new Error(whyNotOpened(code, place) ?? String(error), { cause: error });
  }
}

/** Codes of an address that another machine has, of a family that this one lacks, and of a name that nobody knows. */
const NO_ADDRESS = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT", "EAI_AGAIN", "EINVAL", "ENOTFOUND"]);

function whyNotOpened(code: string, place: PortPlace): string | undefined {
  const { setting, hostSetting = "PRESAGE_HOST", host, port } = place;
  if (code === "EADDRINUSE") return `port ${port} of ${host} is taken: stop what uses it, or set ${setting}`;
  if (code === "EACCES") return `port ${port} of ${host} may not be opened by this user: set ${setting}`;
  if (NO_ADDRESS.has(code)) return `${hostSetting} ${host} is no address of this machine`;
  return undefined;
}
