//go:build !linux

package uci_test

func playParent() {}
