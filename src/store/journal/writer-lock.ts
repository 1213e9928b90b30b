/** Number of the advisory lock of the writer. Any constant will do, as long as no other advisory lock of ours uses it. */
export const WRITER_LOCK = 7_265_739_002;
