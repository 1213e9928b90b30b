/** The round mark of a wallet, beside its address or name. */
import { DrawnMark } from "./drawn-mark.tsx";

type AvatarProps = {
  readonly address: string;
  readonly size?: "small" | "large";
};

/** Draws the mark. Addresses in lower case and with a checksum give the same one. */
export const Avatar = ({ address, size = "small" }: AvatarProps) => (
  <DrawnMark name={address.toLowerCase()} className={`avatar ${size}`} />
);
