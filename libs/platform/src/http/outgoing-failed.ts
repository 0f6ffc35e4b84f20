import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';

export type OutgoingReason = Extract<
  DeliveryReason,
  | 'delivery.timeout'
  | 'delivery.provider_unreachable'
  | 'delivery.private_address'
  | 'delivery.provider_rejected'
  | 'delivery.not_configured'
  | 'delivery.outcome_unknown'
>;

/** `detail` is stored on the log forever, so it contains no address, path, header or body: these contain secrets and personal data. */
export class OutgoingFailed extends Error {
  override readonly name = 'OutgoingFailed';
  constructor(
    readonly reason: OutgoingReason,
    readonly detail: string,
    /** Whether a retry can help. */
    readonly retry = true,
    /** The other side may have done what was asked: the whole request was sent, and its answer is missing. */
    readonly isPerhapsDone = false,
  ) {
    super(`${reason}: ${detail}`);
  }
}

/** Such as `ECONNREFUSED`, also when several addresses were tried. */
export const networkCode = (error: unknown): string => {
  const { code, errors, cause } = (error ?? {}) as { code?: unknown; errors?: unknown[]; cause?: unknown };
  if (typeof code === 'string') return code;
  const inner = errors?.[0] ?? cause;
  return inner === undefined ? 'unknown network error' : networkCode(inner);
};
