import type { DeliveryReason } from '@tocsin/contracts/delivery-reasons.js';

export type OutgoingReason = Extract<
  DeliveryReason,
  | 'delivery.timeout'
  | 'delivery.provider_unreachable'
  | 'delivery.private_address'
  | 'delivery.provider_rejected'
  | 'delivery.not_configured'
  | 'delivery.outcome_unknown'
>;

/**
 * A call to the outside did not work. `detail` is kept in the log for ever, so it holds no address, path, header or body:
 * these carry secrets and what belongs to a person.
 */
export class OutgoingFailed extends Error {
  override readonly name = 'OutgoingFailed';
  constructor(
    readonly reason: OutgoingReason,
    readonly detail: string,
    /** Trying the same again can help. */
    readonly retry = true,
  ) {
    super(`${reason}: ${detail}`);
  }
}

/** The code of a network error, such as `ECONNREFUSED`, also when several addresses were tried. */
export const networkCode = (error: unknown): string => {
  const { code, errors, cause } = (error ?? {}) as { code?: unknown; errors?: unknown[]; cause?: unknown };
  if (typeof code === 'string') return code;
  const inner = errors?.[0] ?? cause;
  return inner === undefined ? 'unknown network error' : networkCode(inner);
};
