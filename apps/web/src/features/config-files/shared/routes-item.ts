import { sha1 } from './sha1.js';

/** In which the server derives ids from names. */
const namespace = '6f1d3c1e6f0f5d0c9a637f0d7c0a51e1';

const bytesOf = (hex: string): readonly number[] => hex.match(/../g)!.map((byte) => Number.parseInt(byte, 16));

/**
 * The id under which files own the routes of an integration, which has an id of its own, or of the organisation: a UUIDv5. That of the library would be
 * loaded with the first screen.
 */
export function routesItemId(routerId: string): string {
  const bytes = sha1([...bytesOf(namespace), ...new TextEncoder().encode(`config-routes|${routerId}`)]).slice(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
