/** Pictures beside names: of a trader, of an event, or drawn from a name. */
import { memo, useState } from "react";
import { drawMark } from "../../../src/http/page/previews/drawn-mark.ts";

// A generated mark, which decorates the name beside it and has no text for screen readers.

type DrawnMarkProps = {
  /** Id or address that determines the mark. */
  readonly name: string;
  readonly className: string;
};

const SIDE = 44;

const DrawnMark = memo(function DrawnMark({ name, className }: DrawnMarkProps) {
  const { ground, shapes } = drawMark(name);
  return (
    <svg className={className} viewBox={`0 0 ${SIDE} ${SIDE}`} aria-hidden="true">
      <rect width={SIDE} height={SIDE} fill={ground} />
      {shapes.map(({ path, fill }, index) => (
        <path key={index} d={path} fill={fill} />
      ))}
    </svg>
  );
});

// The round mark of a wallet, beside its address or name.

type AvatarProps = {
  readonly address: string;
  readonly size?: "small" | "large";
};

/** Draws the mark. Addresses in lower case and with a checksum give the same one. */
export const Avatar = ({ address, size = "small" }: AvatarProps) => (
  <DrawnMark name={address.toLowerCase()} className={`avatar ${size}`} />
);

// The picture of an event or its generated mark, which decorates the title beside it and has no text for screen readers.

type EventMarkProps = {
  readonly id: string;
  /** Address of the picture; "" without one. */
  readonly image: string;
};

/** Tells whether a picture has this page's origin: the page's policy refuses all others. */
const isOwn = (image: string): boolean => /^\/(?!\/)/.test(image);

export function EventMark({ id, image }: EventMarkProps) {
  /** Address of a picture that failed to load. */
  const [missing, setMissing] = useState("");
  return isOwn(image) && image !== missing ? (
    <img
      className="event-mark"
      src={image}
      alt=""
      width={SIDE}
      height={SIDE}
      onError={() => setMissing(image)}
    />
  ) : (
    <DrawnMark name={id} className="event-mark" />
  );
}
