/** The displayed name of a wallet: the one that its owner chose, or the generated one. */
import { Link } from "wouter";
import { generateName } from "../../../../src/core/people/generated-name.ts";
import { Avatar } from "../../parts/marks.tsx";
import { profilePath } from "../../base/paths.ts";

export const getWalletName = (address: string, name: string): string =>
  name === "" ? generateName(address.toLowerCase()) : name;

type ShownNameProps = { readonly address: string; readonly name: string };

/** Isolates the name's text direction from the text around it. */
export const ShownName = ({ address, name }: ShownNameProps) => (
  <bdi className="person-name">{getWalletName(address, name)}</bdi>
);

// A wallet's name as a link to its profile, with the address as tooltip.

type AddressLinkProps = { readonly address: string; readonly name: string };

export const AddressLink = ({ address, name }: AddressLinkProps) => (
  <Link href={profilePath(address)} title={address} className="person">
    <Avatar address={address} />
    <ShownName address={address} name={name} />
  </Link>
);
