import '../../kit/styles/staff.css'

import './campaigns.css'

import { Scope } from '../../kit/lifecycle/Scope'
import { enterStaff } from '../../session/enterStaff'

void enterStaff('Campaigns', async (root) => {
  const { CampaignsPage } = await import('./CampaignsPage')
  return (client) => new CampaignsPage(root, client, new Scope()).load()
})
