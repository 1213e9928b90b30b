/** Shapes of the data interface's records. */
import type { DialectRules } from "./dialect-rules.ts";
import {
  flag,
  hash,
  instant,
  integer,
  arrayShape,
  name,
  number,
  anyShape,
  blankable,
  record,
  text,
  wallet,
} from "./shape.ts";
import { isObject } from "./json-value.ts";
import type { Shape } from "./shape.ts";

export const rejectionShape = (error: string): Shape => record({ error: anyShape(error) });

/** Shape of a position; Polymarket leaves out some fields. */
export function position({ asset, wholePositions }: DialectRules, closed: boolean): Shape {
  const figures = {
    size: number,
    initialValue: number,
    currentValue: number,
    cashPnl: number,
    percentPnl: number,
    percentRealizedPnl: number,
    redeemable: flag,
    mergeable: flag,
  };
  const whole = wholePositions ? { ...figures, timestamp: integer } : closed ? {} : figures;
  return record({
    proxyWallet: wallet,
    asset,
    conditionId: hash,
    avgPrice: number,
    totalBought: number,
    realizedPnl: number,
    curPrice: number,
    ...whole,
    title: text,
    slug: text,
    icon: text,
    eventSlug: text,
    outcome: text,
    oppositeOutcome: text,
    oppositeAsset: asset,
    outcomeIndex: integer,
    endDate: instant,
    ...(closed ? {} : { negativeRisk: flag }),
  });
}

/** Shape of an activity: a trade names its token and side, other kinds may leave both blank. */
export const activity = ({ asset }: DialectRules): Shape => {
  const [traded, other] = [
    record({ ...ACTIVITY, asset, side: anyShape("BUY", "SELL") }),
    record({ ...ACTIVITY, asset: blankable(asset), side: anyShape("BUY", "SELL", "") }),
  ];
  return (value, at) => (isObject(value) && value["type"] !== "TRADE" ? other : traded)(value, at);
};

const ACTIVITY = {
  proxyWallet: wallet,
  timestamp: integer,
  conditionId: hash,
  type: name,
  size: number,
  usdcSize: number,
  transactionHash: text,
  price: number,
  outcomeIndex: integer,
  title: text,
  slug: text,
  icon: text,
  eventSlug: text,
  outcome: text,
  name: text,
  pseudonym: text,
  bio: text,
  profileImage: text,
  profileImageOptimized: text,
};

export const holderGroup = ({ asset }: DialectRules): Shape =>
  record({
    token: asset,
    holders: arrayShape(
      record({
        proxyWallet: wallet,
        bio: text,
        asset,
        pseudonym: text,
        amount: number,
        displayUsernamePublic: flag,
        outcomeIndex: integer,
        name: text,
        profileImage: text,
        profileImageOptimized: text,
      }),
    ),
  });
