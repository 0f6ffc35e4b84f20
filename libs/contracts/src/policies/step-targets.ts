import type { PolicyTarget } from './noun.js';

interface HasTargets {
  readonly targets: readonly PolicyTarget[];
}

/** Event subscriptions that a step calls. */
export const webhookIdsOf = ({ targets }: HasTargets): readonly string[] =>
  targets.flatMap((one) => (one.kind === 'webhook' ? [one.subscriptionId] : []));

/** The step only calls webhooks, so having no one to page is not an error. */
export const isForPrograms = ({ targets }: { readonly targets: readonly { readonly kind: string }[] }): boolean =>
  targets.length > 0 && targets.every(({ kind }) => kind === 'webhook');
