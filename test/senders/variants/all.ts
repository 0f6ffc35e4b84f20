import { apiVariants } from './apis.js';
import { cloudVariants } from './clouds.js';
import { monitoringVariants } from './monitoring.js';
import { pingVariants } from './pings.js';
import { transportVariants } from './transport.js';
import type { Variant } from './variant.js';

export const variants: readonly Variant[] = [
  ...apiVariants,
  ...cloudVariants,
  ...monitoringVariants,
  ...pingVariants,
  ...transportVariants,
];
