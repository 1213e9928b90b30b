/** Opens the port of an address, or reports in one line which setting is the problem. */
import type { PortPlace } from "../../settings/port-places.ts";

/** Opens the port by `listen`; throws an Error that names the setting if the port is not available. */
export async function openPort<Opened>(place: PortPlace, listen: () => Promise<Opened>): Promise<Opened> {
  try {
    return await listen();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new Error(whyNotOpened(code, place) ?? String(error), { cause: error });
  }
}

/** Error codes of an address of another machine, of an address family that this machine lacks, and of an unknown host name. */
const NO_ADDRESS = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT", "EAI_AGAIN", "EINVAL", "ENOTFOUND"]);

function whyNotOpened(code: string, place: PortPlace): string | undefined {
  const { setting, hostSetting = "PRESAGE_HOST", host, port } = place;
  if (code === "EADDRINUSE") return `port ${port} of ${host} is taken: stop what uses it, or set ${setting}`;
  if (code === "EACCES") return `port ${port} of ${host} may not be opened by this user: set ${setting}`;
  if (NO_ADDRESS.has(code)) return `${hostSetting} ${host} is no address of this machine`;
  return undefined;
}
