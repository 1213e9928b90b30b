/** The picture of an event, or its generated mark. It decorates the title beside it, and says nothing of its own. */
import { DrawnMark } from "./drawn-mark.tsx";

type EventMarkProps = {
  readonly id: string;
  /** Address of the picture; "" without one. */
  readonly image: string;
};

const SIDE = 44;

/** True for a picture of this address: the policy of the page refuses all others. */
const isOwn = (image: string): boolean => /^\/(?!\/)/.test(image);

export const EventMark = ({ id, image }: EventMarkProps) =>
  isOwn(image) ? (
    <img className="event-mark" src={image} alt="" width={SIDE} height={SIDE} />
  ) : (
    <DrawnMark name={id} className="event-mark" />
  );
