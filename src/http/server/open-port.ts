/** Opens the port of an address, or says in one line which setting is in the way. */

/** An address that can be listened at. */
export type PortPlace = {
  /** Setting of the port. */
  readonly setting: string;
  /** Setting of the host, where it is not PRESAGE_HOST. */
  readonly hostSetting?: string;
  readonly host: string;
  readonly port: number;
};

/** Has `listen` open the port; throws an Error that names the setting where the port cannot be had. */
export async function openPort<Opened>(place: PortPlace, listen: () => Promise<Opened>): Promise<Opened> {
  try {
    return await listen();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new Error(whyNotOpened(code, place) ?? String(error), { cause: error });
  }
}

function whyNotOpened(code: string, place: PortPlace): string | undefined {
  const { setting, hostSetting = "PRESAGE_HOST", host, port } = place;
  if (code === "EADDRINUSE") return `port ${port} of ${host} is taken: stop what uses it, or set ${setting}`;
  if (code === "EACCES") return `port ${port} of ${host} may not be opened by this user: set ${setting}`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return `${hostSetting} ${host} is no address of this machine`;
  return undefined;
}
