/** A bucket of S3, or of what speaks like it, without its keys. */
export interface BucketAddress {
  /** Of the service, without the bucket. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  readonly region: string;
}

const scheme = 's3://';
const form = 'Write it as s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION.';
const options = new Set(['endpoint', 'region']);
const usualRegion = 'us-east-1';

export const isBucket = (address: string): boolean => address.startsWith(scheme);

const amazonIn = (region: string): string => `https://s3.${region}.amazonaws.com`;

/** What `s3://bucket/prefix?endpoint=…&region=…` names, or what is wrong with it. */
export const readBucketAddress = (address: string): BucketAddress | { readonly problem: string } => {
  const [, bucket, path = '', query = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(\/[\w/.-]*)?(?:\?(.*))?$/.exec(address) ?? [];
  if (bucket === undefined) return { problem: `${address.split('?')[0]} is no address of a bucket. ${form}` };
  const given = new URLSearchParams(query);
  const unknown = [...given.keys()].find((name) => !options.has(name));
  if (unknown !== undefined) return { problem: `“${unknown}” is not known in the address of a bucket. ${form}` };
  const region = given.get('region') ?? usualRegion;
  const endpoint = given.get('endpoint') ?? amazonIn(region);
  if (!/^https?:\/\/[^/?#@\s]+\/*$/.test(endpoint)) return { problem: `The endpoint “${endpoint}” is no address of a server. ${form}` };
  const names = path.split('/').filter((name) => name !== '');
  return { endpoint, bucket, prefix: names.map((name) => `${name}/`).join(''), region };
};

/** The address of a bucket whose parts were typed; an empty endpoint is that of Amazon. */
export const writeBucketAddress = ({ endpoint, bucket, prefix, region }: BucketAddress): string => {
  const query = [
    ...(endpoint.trim() === '' ? [] : [`endpoint=${endpoint.trim()}`]),
    ...(region.trim() === '' || region.trim() === usualRegion ? [] : [`region=${encodeURIComponent(region.trim())}`]),
  ];
  const path = prefix.trim().replaceAll(/^\/+|\/+$/g, '');
  return `${scheme}${bucket.trim()}${path === '' ? '' : `/${path}`}${query.length === 0 ? '' : `?${query.join('&')}`}`;
};

const isAbsolute = (path: string): boolean => /^(?:\/|[a-z]:[\\/])/i.test(path);

/** What is wrong with a destination as it was typed; null when nothing is. */
export const problemOfAddress = (address: string): string | null => {
  if (/\p{Cc}/u.test(address)) return 'A path or address in one line.';
  if (!isBucket(address)) return isAbsolute(address) ? null : 'A folder from the root on, such as /mnt/backups.';
  const read = readBucketAddress(address);
  return 'problem' in read ? read.problem : null;
};
