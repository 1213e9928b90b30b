/** A wallet that links to its profile: by its name, which the house alone has, or by its shortened address. */
import { Link } from "wouter";
import { Avatar } from "../parts/avatar.tsx";
import { profilePath } from "../paths.ts";

export const shortenAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;

type AddressLinkProps = { readonly address: string; readonly name: string };

export const AddressLink = ({ address, name }: AddressLinkProps) => (
  <Link href={profilePath(address)} title={address} className="person">
    <Avatar address={address} />
    {name === "" ? shortenAddress(address) : name}
  </Link>
);
