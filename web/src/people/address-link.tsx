/** A wallet's name as a link to its profile, with the address as tooltip. */
import { Link } from "wouter";
import { Avatar } from "../parts/avatar.tsx";
import { profilePath } from "../paths.ts";
import { ShownName } from "./shown-name.tsx";

type AddressLinkProps = { readonly address: string; readonly name: string };

export const AddressLink = ({ address, name }: AddressLinkProps) => (
  <Link href={profilePath(address)} title={address} className="person">
    <Avatar address={address} />
    <ShownName address={address} name={name} />
  </Link>
);
