import { contactKinds, type ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import type { Channel } from './channel.js';
import type { ChannelDependencies } from './dependencies.js';
import * as makers from './makers.gen.js';

/** The folder of each kind. */
const makerOf: { readonly [K in ContactKind]: (dependencies: ChannelDependencies) => Channel } = makers;

export type ChannelsByKind = Readonly<Record<ContactKind, Channel>>;

/** A channel for each kind of contact method. */
export class Channels {
  readonly byKind: ChannelsByKind;

  constructor(private readonly dependencies: ChannelDependencies) {
    const made = contactKinds.map((kind) => [kind, makerOf[kind](dependencies)] as const);
    this.byKind = Object.fromEntries(made) as ChannelsByKind;
  }

  /** The same channels, calling by other means. */
  with(calls: ChannelDependencies['calls']): ChannelsByKind {
    return new Channels({ ...this.dependencies, calls }).byKind;
  }
}
