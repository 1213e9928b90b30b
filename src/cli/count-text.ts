/** A count with its noun, singular or plural: `1 batch`, `2 batches`. */
export const countText = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`;
