package main

import (
	"debug/pe"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// checkWindows returns an error for each library that neither the folder nor every Windows has.
func checkWindows(folder string) error {
	files, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var there []string
	for _, f := range files {
		there = append(there, strings.ToLower(f.Name()))
	}
	var faults []error
	for _, f := range files {
		file, err := pe.Open(filepath.Join(folder, f.Name()))
		if err != nil {
			return err
		}
		needs, err := importedDLLs(file)
		file.Close()
		if err != nil {
			return err
		}
		for _, n := range needs {
			if n = strings.ToLower(n); !slices.Contains(there, n) && !slices.Contains(fromWindows, n) {
				faults = append(faults, fmt.Errorf("%s: needs %s, which not every system has", f.Name(), n))
			}
		}
	}
	return errors.Join(faults...)
}

// importedDLLs returns the names of the libraries that a program or library needs.
func importedDLLs(file *pe.File) ([]string, error) {
	symbols, err := file.ImportedSymbols() // of the form function:library
	if err != nil {
		return nil, err
	}
	var names []string
	for _, s := range symbols {
		if _, library, ok := strings.Cut(s, ":"); ok && !slices.Contains(names, library) {
			names = append(names, library)
		}
	}
	return names, nil
}
