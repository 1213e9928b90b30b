/** The round mark of a wallet, beside its address or name. */
import { DrawnMark } from "./drawn-mark.tsx";

type AvatarProps = {
  readonly address: string;
  readonly size?: "small" | "large";
};

/** Addresses are written in lower case or with a checksum, which is the same wallet. */
export const Avatar = ({ address, size = "small" }: AvatarProps) => (
  <DrawnMark name={address.toLowerCase()} className={`avatar ${size}`} />
);
