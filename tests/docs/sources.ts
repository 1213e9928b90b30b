/** Patterns of the files that people read: the program, its web page, tests and benches. */
export const SOURCES = ["{src,tests,bench,examples}/**/*.{ts,js}", "web/*.ts", "web/src/**/*.{ts,tsx}"];
