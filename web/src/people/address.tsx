/** A wallet's address in short, which leads to what it shows. */
import { Link } from "wouter";

export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;

export const AddressLink = ({ address }: { readonly address: string }) => (
  <Link href={`/profile/${address}`} title={address}>
    {shortAddress(address)}
  </Link>
);
