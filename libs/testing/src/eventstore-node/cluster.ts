import { ClusterInfo, EndPoint, MemberInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import { UUID, type Empty } from '@eventstore/db-client/generated/shared_pb.js';
import { SupportedMethod, SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { status, type sendUnaryData, type ServerUnaryCall } from '@grpc/grpc-js';
import { faultOf, type Faults } from './faults.js';

const service = 'event_store.client.streams.streams';

/** GetSupportedMethods, which nodes older than 21.10 don’t have. */
export const featuresHandler =
  (faults: Faults, isOld: boolean) =>
  async (call: ServerUnaryCall<Empty, SupportedMethods>, answer: sendUnaryData<SupportedMethods>): Promise<void> => {
    const fault = await faults.take('getSupportedMethods', call.metadata);
    if (fault) return answer(fault);
    if (isOld) return answer(faultOf(status.UNIMPLEMENTED, 'unknown method'));
    const methods = ['read', 'append', 'batchappend'].map((name) => new SupportedMethod().setServiceName(service).setMethodName(name));
    answer(null, new SupportedMethods().setEventStoreServerVersion('24.10.0').setMethodsList(methods));
  };

/** Gossip.Read: the members that this node sees: itself, and another leader if there is one. */
export const gossipHandler =
  (faults: Faults, self: () => { readonly host: string; readonly port: number }) =>
  async (call: ServerUnaryCall<Empty, ClusterInfo>, answer: sendUnaryData<ClusterInfo>): Promise<void> => {
    const fault = await faults.take('gossip', call.metadata);
    if (fault) return answer(fault);
    const { LEADER, FOLLOWER } = MemberInfo.VNodeState;
    const members = faults.leader ? [member(self(), FOLLOWER), member(faults.leader, LEADER)] : [member(self(), LEADER)];
    answer(null, new ClusterInfo().setMembersList(members));
  };

const member = ({ host, port }: { readonly host: string; readonly port: number }, state: MemberInfo.VNodeState): MemberInfo =>
  new MemberInfo()
    .setInstanceId(new UUID().setString(`00000000-0000-4000-8000-${String(port).padStart(12, '0')}`))
    .setTimeStamp(String(BigInt(Date.now()) * 10_000n))
    .setState(state)
    .setIsAlive(true)
    .setHttpEndPoint(new EndPoint().setAddress(host).setPort(port));
