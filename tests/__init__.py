"""The tests of the service: folders mirror ``service/floorman``, names carry the rule's number."""
