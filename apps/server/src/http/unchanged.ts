/** Whether a client already has what this tag names (`If-None-Match`). */
export const isUnchanged = (knownTags: string | undefined, etag: string): boolean =>
  knownTags?.split(',').some((one) => [etag, '*'].includes(one.trim().replace(/^W\//, ''))) ?? false;

/** Whether a client takes gzip (`Accept-Encoding`). */
export const acceptsGzip = (accepted: string | undefined): boolean =>
  accepted?.split(',').some((one) => /^\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/i.test(one)) ?? false;
