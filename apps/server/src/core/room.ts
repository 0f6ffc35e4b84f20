import type { Provider, Type } from '@nestjs/common';

/** What a room of the server gives to Nest. */
export interface Room {
  readonly controllers?: readonly Type[];
  readonly providers?: readonly Provider[];
}
