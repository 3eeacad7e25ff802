import { expect, it } from 'vitest'
import '../kit/messages/messages'

import { kindName, parseKind } from './kinds'

it('takes any kind that can be one', () => {
  expect(['guide', 'door_count', 'No-kind', '../x', '', null].map(parseKind)).toEqual(['guide', 'door_count', null, null, null, null])
})

it('names those that it does not know after themselves', () => {
  expect(['find', 'door_count'].map(kindName)).toEqual(['Search', 'Door count'])
})
