import { systemActor } from '@tocsin/kernel/react/process.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { Caller } from '../http/caller.js';
import type { InvitationSender } from './invitation-sender.js';
import type { PhoneOffers } from './phone-offers.js';
import { MovingInController } from './moving-in.controller.js';
import type { MovingInRunner } from './moving-in-runner.js';

it('who sends the invitations of a move is told of them alone: its report is for others', async () => {
  const invitations = { unsent: 3, isSending: true };
  const runner = partOf<MovingInRunner>({ current: () => ({ place: 'https://api.example.org' }) });
  const sender = partOf<InvitationSender>({ start: () => Promise.resolve(), state: () => invitations });
  expect(await new MovingInController(runner, sender, partOf<PhoneOffers>({})).invite(partOf<Caller>({ actor: systemActor }))).toEqual(
    invitations,
  );
});
