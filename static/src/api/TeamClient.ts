import { ApiClient } from './ApiClient'
import type {
  CampaignCheck,
  CampaignFile,
  CampaignFileRequest,
  CampaignView,
  CampaignWriteRequest,
  Invited,
  InviteRequest,
  MemberLink,
  PersonLabel,
  PersonView,
} from './types'

const at = (campaignId: string): string => `/campaigns/${encodeURIComponent(campaignId)}`

/** What the team manages: campaigns, and the people who work in them. Annotators' pages do not load this. */
export class TeamClient extends ApiClient {
  /** All campaigns with their progress, the newest first. */
  campaigns(): Promise<CampaignView[]> {
    return this.read('/campaigns')
  }

  campaign(campaignId: string): Promise<CampaignFile> {
    return this.read(at(campaignId))
  }

  /** Says what is wrong with a campaign file, or what it would do. */
  checkCampaign(file: CampaignFileRequest): Promise<CampaignCheck> {
    return this.write('/campaign-files/check', 'POST', file)
  }

  /** Creates or changes a campaign; refused when somebody has changed it since `version`. */
  writeCampaign(campaignId: string, file: CampaignWriteRequest): Promise<CampaignFile> {
    return this.write(at(campaignId), 'PUT', file)
  }

  turnCampaign(campaignId: string, state: CampaignView['state']): Promise<CampaignView> {
    return this.write(`${at(campaignId)}/state`, 'PUT', { state })
  }

  /** The text of an example with a comment on each key. */
  async exampleCampaign(): Promise<string> {
    return (await this.read<{ text: string }>('/campaign-files/example')).text
  }

  people(): Promise<PersonView[]> {
    return this.read('/people')
  }

  /** Adds a person; the answer has the token of their link, which cannot be read again. */
  invite(wanted: InviteRequest): Promise<Invited> {
    return this.write('/people', 'POST', wanted)
  }

  /** A new link for a person. */
  inviteAgain(person: number): Promise<Invited> {
    return this.write(`/people/${person}/invite`, 'POST', {})
  }

  /** Adds the people of a CSV table. */
  inviteTable(table: string, days: number): Promise<MemberLink[]> {
    return this.write('/people/table', 'POST', { table, days })
  }

  /** Shuts a person out; their data stays. */
  async shutOut(person: number): Promise<void> {
    await this.fetch(`/people/${person}/access`, { method: 'DELETE' }, () => undefined)
  }

  /** What the team calls people, beside their numbers. */
  labels(): Promise<PersonLabel[]> {
    return this.read('/people/labels')
  }

  label(person: number, label: string): Promise<PersonLabel> {
    return this.write(`/people/${person}/label`, 'PUT', { label })
  }
}
