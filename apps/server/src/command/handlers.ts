import type { Type } from '@nestjs/common';
import { CommandHandler, type ICommand, type ICommandHandler } from '@nestjs/cqrs';
import { commands, type CommandType } from '@tocsin/contracts/catalogue.js';
import type { Order } from '@tocsin/kernel/decide/decision-step.js';
import type { CommandResult } from '@tocsin/platform/bus/command-runner.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';

const dependencies = ['runner'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** A command on the bus. One class for each type, because the bus routes by class. */
export abstract class BusCommand implements ICommand {
  constructor(readonly order: Order) {}
}

const setName = <C extends object>(name: string, target: C): C => Object.defineProperty(target, 'name', { value: name });

const createCommandClass = (type: string): Type<BusCommand> => setName(type, class extends BusCommand {});

const createHandlerClass = (type: string, command: Type<BusCommand>): Type<ICommandHandler> => {
  const handler = setName(
    `${type}Handler`,
    class implements ICommandHandler<BusCommand> {
      constructor(private readonly parts: Dependencies) {}
      execute({ order }: BusCommand): Promise<CommandResult> {
        return this.parts.runner.run(order);
      }
    },
  );
  Uses(dependencies)(handler, undefined, 0);
  CommandHandler(command)(handler);
  return handler;
};

/**
 * Commands that the API doesn’t accept by name: set-up, import of people, consequences of an invitation, a password, a code or an
 * identity provider, device reports about a page, mails that came back, messages that failed later, accounts in chats that are gone, refused signals, and what this server observes of its own clock and log.
 */
const serverOnly = [
  'SetUp',
  'JoinPerson',
  'ChangePassword',
  'UseRecoveryCode',
  'LinkOpenId',
  'InvitePeople',
  'OfferPhoneNumbers',
  'RecordReceipt',
  'RecordBounce',
  'RecordLateFailure',
  'RecordVerification',
  'DisableContactMethod',
  'RecordRelay',
  'RecordOldSystemRead',
  'RecordOldSystemNotRead',
  'RecordUserGroup',
  'RaiseRefusals',
  'CountRefused',
  'RecordClockStep',
  'RaiseAuditAlarm',
  'AdoptHeartbeat',
  'PrepareConfigSteps',
  'StartConfigApply',
] as const;

const types = [...Object.keys(commands), ...serverOnly];
if (new Set(types).size !== types.length) throw new Error('two handlers for one command');

/** The class of each command type, for code that sends one over the bus. */
export const commandClasses: ReadonlyMap<string, Type<BusCommand>> = new Map(types.map((type) => [type, createCommandClass(type)]));
export type BusCommandType = CommandType | (typeof serverOnly)[number];

/** The command handlers of Nest, made from the contracts: a new command needs no handler of its own. */
export const commandHandlers: readonly Type<ICommandHandler>[] = types.map((type) => createHandlerClass(type, commandClasses.get(type)!));
