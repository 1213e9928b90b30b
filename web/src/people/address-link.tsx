/** A shortened wallet address that links to its profile. */
import { Link } from "wouter";
import { profilePath } from "../paths.ts";

export const shortenAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;

export const AddressLink = ({ address }: { readonly address: string }) => (
  <Link href={profilePath(address)} title={address}>
    {shortenAddress(address)}
  </Link>
);
