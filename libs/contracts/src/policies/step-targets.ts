import type { PolicyTarget } from './noun.js';

interface HasTargets {
  readonly targets: readonly PolicyTarget[];
}

/** Event subscriptions that a step calls. */
export const webhookIdsOf = ({ targets }: HasTargets): readonly string[] =>
  targets.flatMap((one) => (one.kind === 'webhook' ? [one.subscriptionId] : []));

/** It calls webhooks alone: no person is paged by it, and none is missing. */
export const isForPrograms = ({ targets }: { readonly targets: readonly { readonly kind: string }[] }): boolean =>
  targets.length > 0 && targets.every(({ kind }) => kind === 'webhook');
